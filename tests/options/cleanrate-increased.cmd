dtrace -E $trace -q -x cleanrate=2hour -s $script
