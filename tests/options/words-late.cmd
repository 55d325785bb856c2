# @status: 1
dtrace -x late=never -s $script
