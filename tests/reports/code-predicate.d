/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN /pid/ { trace(1); }
