# @status: 1
dtrace -E $trace -q
