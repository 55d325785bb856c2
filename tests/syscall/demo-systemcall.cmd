# The lesson systemcall.d.
trace_get "demo --scene syscalls"
dtrace -s ../dscripts/demo/systemcall.d -E "$trace"
