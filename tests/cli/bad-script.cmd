# @status: 1
dtrace -E $trace -x errtags -s cli/syntax.txt
