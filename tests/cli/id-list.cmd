dtrace -E $trace -l -i 2
