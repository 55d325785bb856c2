# The lesson tcpip.d.
trace_get "demo --scene net"
dtrace -s ../dscripts/demo/tcpip.d -E "$trace"
