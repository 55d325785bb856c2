# @status: 1
dtrace -E $trace -q -i '1 /1 == 2/ { printf("no\n"); } BEGIN { printf("yes\n"); exit(0); }' -n 'BEGIN { exit(0); }'
