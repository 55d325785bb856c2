# @status: 1
dtrace -q -m a:b:c
