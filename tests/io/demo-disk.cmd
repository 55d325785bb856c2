# The lesson disk.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/demo/disk.d -E "$trace"
