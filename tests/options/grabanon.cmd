# @status: 1
dtrace -E $trace -x grabanon -s $script
