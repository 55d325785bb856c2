/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { x = 1; self->y = 2; this->z = 3; trace(x + self->y + this->z); }
