dtrace -q -P 'dtrace { printf("%s\n", probename); }' -n 'BEGIN { exit(0); }'
