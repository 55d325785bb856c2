# @status: 2
dtrace
