# @status: 2
dtrace -Q
