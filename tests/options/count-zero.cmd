# @status: 1
dtrace -E $trace -x iregs=0 -s $script
