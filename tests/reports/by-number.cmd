# a description by number is the probe
dtrace -E $trace -ev -n 1
