/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { trace(uregs[3]); }
