dtrace -E $trace -e -s $script
