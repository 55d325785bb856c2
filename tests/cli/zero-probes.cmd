# @status: 1
dtrace -E $trace -n nosuch:::probe
