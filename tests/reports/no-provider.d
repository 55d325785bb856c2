/* @cmd: dtrace -E $trace -ev -s $case */
BEGIN { trace(1); }
