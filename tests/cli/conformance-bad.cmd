# @status: 1
dtrace -X q -s $script
