# @status: 1
dtrace -x setenv=NAME -s $script
