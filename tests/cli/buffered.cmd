dtrace -B -E $trace -s $script
