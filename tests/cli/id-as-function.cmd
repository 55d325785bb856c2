# @status: 1
dtrace -E $trace -f 1
