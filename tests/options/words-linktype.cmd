# @status: 1
dtrace -x linktype=aout -s $script
