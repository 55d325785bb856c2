# @status: 1
dtrace -a -s $script
