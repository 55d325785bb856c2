# The lesson waits.d over a machine whose threads block and wake each other.
trace_get "demo"
dtrace -s ../dscripts/demo/waits.d -E "$trace"
