# @status: 1
dtrace -E $trace -i BEGIN
