# @status: 1
dtrace -x version=9.9 -s $script
