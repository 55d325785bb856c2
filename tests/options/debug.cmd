dtrace -E $trace -q -x debug -s $script
