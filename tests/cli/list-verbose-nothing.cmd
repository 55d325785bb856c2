dtrace -E $trace -l -n nosuch:::x
