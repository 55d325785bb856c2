/* @cmd: dtrace -E $trace -qvn "dtrace:::BEGIN /1/ { exit(0); }" */
/* while it traces: the program alone */
