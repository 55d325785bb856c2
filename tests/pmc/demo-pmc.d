/* @cmd: trace_get "demo --scene pmc"; dtrace -s ../dscripts/demo/pmc.d -E "$trace" */
/* The lesson pmc.d. */
