/* @cmd: dtrace -E $trace -ev -s $case */
dtr*:::BEGIN { trace(1); }
