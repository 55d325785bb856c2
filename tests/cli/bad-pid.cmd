# @status: 1
dtrace -p 12x -s $script
