dtrace -E $trace 1 -q two -n 'BEGIN { printf("%d %s %s %s\n", $1, $$2, $$3, $$4); exit(0); }' 3 -- -n
