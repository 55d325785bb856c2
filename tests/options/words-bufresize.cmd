# @status: 1
dtrace -x bufresize=never -s $script
