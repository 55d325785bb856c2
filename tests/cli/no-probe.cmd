# @status: 1
dtrace -E $trace -n no-such-probe
