/* @cmd: dtrace -E $trace -qv -s $case */
BEGIN { printf("traced\n"); exit(0); }
