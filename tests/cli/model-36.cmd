# @status: 2
dtrace -36 -E $trace -q -s $script
