# @status: 2
dtrace -s
