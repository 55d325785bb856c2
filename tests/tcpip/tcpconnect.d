/* @cmd: trace_get "demo --scene net"; dtrace -s ../dscripts/bin/tcpconnect.d -E "$trace" */
/* The tool tcpconnect.d. */
