/* @cmd: dtrace -E $trace -e -s $case */
/* -e alone says nothing */
BEGIN { trace(1); exit(3); }
