dtrace -E $trace -q -n 'BEGIN { trace(*(int *)0); } BEGIN { exit(0); }'
