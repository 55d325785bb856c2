/* @cmd: trace_get "demo --scene syscalls"; dtrace -s ../dscripts/demo/systemcall.d -E "$trace" */
/* The lesson systemcall.d. */
