# @status: 1
dtrace -x switchrate=0hz -s $script
