DTRACE_OPT_ZDEFS= dtrace -E $trace -q -n 'nosuch:::probe' -s $script
