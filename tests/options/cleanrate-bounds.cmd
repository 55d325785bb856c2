dtrace -E $trace -q -x cleanrate=5000hz -s $script
