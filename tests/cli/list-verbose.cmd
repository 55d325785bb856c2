dtrace -E $trace -lvn BEGIN
