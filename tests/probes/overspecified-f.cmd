# @status: 1
dtrace -q -f a:b:c:d
