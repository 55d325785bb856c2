dtrace -q -i 1 -i '2 { printf("two\n"); }' -i '1 { printf("%d %s\n", id, probename); exit(0); }'
