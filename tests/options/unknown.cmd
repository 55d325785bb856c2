# @status: 1
dtrace -x nosuch -s $script
