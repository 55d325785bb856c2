# @status: 1
dtrace -E $trace -C -x cpppath=/nonexistent/cpp -s $script
