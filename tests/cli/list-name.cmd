dtrace -E $trace -l -n END -n dtrace:::BEGIN
