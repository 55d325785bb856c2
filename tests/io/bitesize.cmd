# The tool bitesize.d.
trace_get "demo --scene disk"
dtrace -s ../dscripts/bin/bitesize.d -E "$trace"
