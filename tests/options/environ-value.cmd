# @status: 1
DTRACE_OPT_BUFSIZE=big dtrace -E $trace -s $script
