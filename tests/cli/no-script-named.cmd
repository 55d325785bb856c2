# @status: 1
dtrace -E $trace -s nosuch.d
