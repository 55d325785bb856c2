/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { trace(pid); }
