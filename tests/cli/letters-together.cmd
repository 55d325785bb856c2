dtrace -E $trace -qws $script
