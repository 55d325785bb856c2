# @status: 1
dtrace -x cpu=all -s $script
