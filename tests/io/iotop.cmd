# The tool iotop.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/bin/iotop.d -E "$trace"
