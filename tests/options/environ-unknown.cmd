# @status: 1
DTRACE_OPT_NOSUCH=1 dtrace -E $trace -s $script
