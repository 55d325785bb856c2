dtrace -E $trace -e -x tree=1 -s $script
