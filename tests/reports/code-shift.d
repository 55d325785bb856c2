/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { x = 1; y = x << pid; z = x >> pid; }
