dtrace -E $trace -eS -s $script
