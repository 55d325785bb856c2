dtrace -E $trace -q -x statusrate=1min -s $script
