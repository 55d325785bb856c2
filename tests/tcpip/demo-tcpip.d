/* @cmd: trace_get "demo --scene net"; dtrace -s ../dscripts/demo/tcpip.d -E "$trace" */
/* The lesson tcpip.d. */
