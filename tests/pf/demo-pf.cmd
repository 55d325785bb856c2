# The lesson pf.d.
trace_get "demo --scene memory"
dtrace -s ../dscripts/demo/pf.d -E "$trace"
