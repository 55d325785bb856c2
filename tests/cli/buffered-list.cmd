# @status: 2
dtrace -B -l -s $script
