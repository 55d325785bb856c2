# @status: 1
dtrace -E $trace -e -s cli/syntax.txt
