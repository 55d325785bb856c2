# @status: 1
dtrace -x evaltime=lunch -s $script
