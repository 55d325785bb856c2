/* @cmd: dtrace -E "$trace" -qs "$case" */
/* @E: demo */
/* @status: 1 */
BEGIN { copyout(alloca(8), 4096, 1); exit(0); }
