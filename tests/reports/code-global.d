/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { x = 1; trace(x); }
