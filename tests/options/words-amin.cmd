# @status: 1
dtrace -x amin=Stable -s $script
