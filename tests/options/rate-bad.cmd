# @status: 1
dtrace -x switchrate=10furlongs -s $script
