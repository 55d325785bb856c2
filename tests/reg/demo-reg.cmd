# The lesson reg.d.
trace_get "demo --scene registry"
dtrace -s ../dscripts/demo/reg.d -E "$trace"
