# @status: 2
dtrace -l -V
