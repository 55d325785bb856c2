dtrace -q -n 'BEGIN { printf("a"); } BEGIN { printf("b\n"); exit(0) } END { printf("c\n"); }'
