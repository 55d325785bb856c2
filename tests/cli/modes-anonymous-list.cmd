# @status: 2
dtrace -A -l
