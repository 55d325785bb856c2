# @status: 1
dtrace -E $trace -q -o /nonexistent/x -s $script
