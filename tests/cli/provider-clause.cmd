dtrace -E $trace -q -P 'dtrace { printf("%s\n", probename); exit(0); }'
