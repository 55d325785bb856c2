# @status: 1
dtrace -q -P a:b
