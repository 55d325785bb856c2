DTRACE_DEBUG=1 dtrace -E $trace -q -s $script
