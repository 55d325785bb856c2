dtrace -E $trace -l -P dtrace
