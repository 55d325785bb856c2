/* @cmd: dtrace -E $trace -eS -x strsize=64 -s $case */
BEGIN { trace(execname); }
