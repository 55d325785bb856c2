# @status: 1
dtrace -E $trace -C -D N=1 -n 'BEGIN { trace(N); }'
