# while it traces: the program alone
dtrace -E $trace -qvn "dtrace:::BEGIN /1/ { exit(0); }"
