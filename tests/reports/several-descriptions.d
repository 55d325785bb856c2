/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN, dtrace:::END { trace(1); }
