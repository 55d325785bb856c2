# The lesson hwconfig.d.
trace_get "demo --scene machine"
dtrace -s ../dscripts/demo/hwconfig.d -E "$trace"
