dtrace -E $trace -n 'BEGIN { exit(0); }' -n 'dtrace:::BEGIN,END /1/ { }' | sed 's/^  [0-9] /  0 /'
