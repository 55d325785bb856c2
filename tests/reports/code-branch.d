/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { trace(pid > 3 ? 1 : 2); }
