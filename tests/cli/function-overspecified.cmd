# @status: 1
dtrace -E $trace -f 'a:b:c:d'
