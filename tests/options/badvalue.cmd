# @status: 1
dtrace -x bufsize=lots -s $script
