/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { trace(1); }
END { trace(curthread); }
