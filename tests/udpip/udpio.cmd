# The tool udpio.d.
trace_get "demo --scene net"
dtrace -s ../dscripts/bin/udpio.d -E "$trace"
