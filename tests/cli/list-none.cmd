dtrace -E $trace -l -n no-such-probe
