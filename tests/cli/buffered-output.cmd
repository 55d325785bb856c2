# @status: 2
dtrace -B -o /dev/null -s $script
