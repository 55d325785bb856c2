# @status: 1
dtrace -q -f 1
