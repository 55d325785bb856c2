# The tool iosnoop.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/bin/iosnoop.d -E "$trace"
