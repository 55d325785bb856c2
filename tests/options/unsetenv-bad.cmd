# @status: 1
dtrace -x unsetenv=A=1 -s $script
