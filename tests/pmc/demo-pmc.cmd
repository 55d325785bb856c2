# The lesson pmc.d.
trace_get "demo --scene pmc"
dtrace -s ../dscripts/demo/pmc.d -E "$trace"
