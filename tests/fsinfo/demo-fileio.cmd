# The lesson fileio.d.
trace_get "demo --scene file"
dtrace -s ../dscripts/demo/fileio.d -E "$trace"
