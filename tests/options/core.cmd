(ulimit -c 0; dtrace -E $trace -q -x core -s $script 2>/dev/null; echo $?) 2>/dev/null
