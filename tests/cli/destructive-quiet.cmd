dtrace -E $trace -qw -s $script
