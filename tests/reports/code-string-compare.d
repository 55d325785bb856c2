/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { trace(execname == "x"); }
