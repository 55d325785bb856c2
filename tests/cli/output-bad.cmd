# @status: 1
dtrace -E $trace -o /no/such/dir -qs $script
