# @status: 1
dtrace -E $trace -x zdefs=1 -s $script
