dtrace -q -n 'int x; inline int two = 2; BEGIN { x = two; printf("%d\n", x); exit(0); }'
