# @status: 1
dtrace -q -n a:b:c:d:e
