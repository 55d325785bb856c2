# The tool tcpconnect.d.
trace_get "demo --scene net"
dtrace -s ../dscripts/bin/tcpconnect.d -E "$trace"
