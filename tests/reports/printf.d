/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { printf("%d %d", pid, htons(1)); }
