# @status: 1
dtrace -b lots -s $script
