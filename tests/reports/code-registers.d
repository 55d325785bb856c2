/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { x = 3; y = x * x; z = -x; w = ~x; }
