# The tool iolatency.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/bin/iolatency.d -E "$trace"
