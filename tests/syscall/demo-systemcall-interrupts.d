/* @cmd: trace_get "demo --scene interrupts"; dtrace -s ../dscripts/demo/systemcall.d -E "$trace" */
/* The lesson systemcall.d. */
