# @status: 1
dtrace -E $trace -P 'a:b'
