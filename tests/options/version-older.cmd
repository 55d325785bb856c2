dtrace -E $trace -q -x version=1.0 -s $script
