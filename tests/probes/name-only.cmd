dtrace -q -n 'BEGIN { printf("%s\n", probename); exit(0); }'
