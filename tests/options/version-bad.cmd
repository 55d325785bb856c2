# @status: 1
dtrace -x version=new -s $script
