# @status: 1
dtrace -32 -E $trace -q -s $script
