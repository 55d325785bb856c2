/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { x = htons(1); }
dtrace:::END { trace(x); }
