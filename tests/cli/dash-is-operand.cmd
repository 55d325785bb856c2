dtrace -E $trace -q -n 'BEGIN { printf("[%s]\n", $$1); exit(0); }' -
