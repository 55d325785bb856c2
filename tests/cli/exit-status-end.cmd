# @status: 44
dtrace -E $trace -qn 'BEGIN { exit(7); } END { exit(300); }'
