dtrace -E $trace -qn 'BEGIN { printf("%d\n", $1); }' -n 'BEGIN { printf("%d\n", $1 * 2); exit(0); }' 21
