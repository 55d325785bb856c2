/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { self->a[1] = 2; trace(self->a[1]); }
