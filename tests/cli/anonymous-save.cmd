# @status: 1
dtrace -A -s $script
