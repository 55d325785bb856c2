# @status: 1
dtrace -E $trace -e -x ctypes=/nonexistent/x -s $script
