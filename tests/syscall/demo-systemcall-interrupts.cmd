# The lesson systemcall.d.
trace_get "demo --scene interrupts"
dtrace -s ../dscripts/demo/systemcall.d -E "$trace"
