t=$(mktemp); dtrace -E $trace -e -x ctypes=$t -s $script; grep -e '^unsigned char;' -e '^typedef unsigned char uint8_t;' $t; rm $t
