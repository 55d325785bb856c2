# @status: 3
dtrace -E $trace -q -n 'BEGIN { exit(259); }'
