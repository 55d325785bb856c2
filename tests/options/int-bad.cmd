# @status: 1
dtrace -E $trace -x stackframes=many -s $script
