# @status: 7
dtrace -E $trace -qn 'BEGIN { exit(7); }'
