/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { self->abc = 1; trace(self->abc); }
