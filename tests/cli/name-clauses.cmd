dtrace -E $trace -q -n 'BEGIN { printf("a\n"); } END { printf("b\n"); } BEGIN { exit(0); }'
