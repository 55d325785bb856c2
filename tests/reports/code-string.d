/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { trace("a\tb\"c"); }
