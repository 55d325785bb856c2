dtrace -E $trace -q -x cleanrate=10us -s $script
