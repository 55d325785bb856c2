/* @cmd: trace_get "demo --scene file"; dtrace -s ../dscripts/demo/fileio.d -E "$trace" */
/* The lesson fileio.d. */
