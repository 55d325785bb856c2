dtrace -E $trace -l -s $script
