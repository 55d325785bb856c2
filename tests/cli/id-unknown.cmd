# @status: 1
dtrace -E $trace -i 99999999
