# an address where a string is wanted
dtrace -e -n 'BEGIN { printf("%s", arg1); }' 2>&1
dtrace -e -n 'BEGIN { self->path = arg0; printf("%d %s\n", 1, self->path + 1); }' 2>&1 | tail -n 1
