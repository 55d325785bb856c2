dtrace -q -n BEGIN -n 'END' -n 'BEGIN { printf("x\n"); exit(0); }'
