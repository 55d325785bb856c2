dtrace -q -i '1 /0/ { printf("no\n"); }' -i '1 /id == 1/ { printf("yes\n"); exit(0); }'
