# @status: 1
dtrace -x linkmode=loose -s $script
