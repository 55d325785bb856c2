dtrace -E $trace -q -i '1 { printf("%s\n", probename); exit(0); }'
