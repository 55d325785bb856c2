# The lesson io.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/demo/io.d -E "$trace"
