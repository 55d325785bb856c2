# @status: 1
dtrace -E $trace -m 'a:b:c'
