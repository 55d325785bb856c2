/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { x++; }
