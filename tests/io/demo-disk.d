/* @cmd: trace_get "demo --scene disk"; dtrace -s ../dscripts/demo/disk.d -E "$trace" */
/* The lesson disk.d. */
