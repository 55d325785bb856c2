# @status: 1
dtrace -E $trace -n 'a:b:c:d:e'
