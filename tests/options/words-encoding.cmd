# @status: 1
dtrace -x encoding=latin1 -s $script
