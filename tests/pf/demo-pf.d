/* @cmd: trace_get "demo --scene memory"; dtrace -s ../dscripts/demo/pf.d -E "$trace" */
/* The lesson pf.d. */
