# @status: 1
dtrace -x stdc=q -s $script
