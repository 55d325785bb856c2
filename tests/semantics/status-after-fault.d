/* @cmd: dtrace -q -n 'BEGIN { trace(*(int *)8); } BEGIN { exit(0); }' 2>/dev/null */
/* A fault does not change the exit status. */
