# @status: 1
dtrace -E $trace -x stackframes -s $script
