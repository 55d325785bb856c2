/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { this->p = alloca(8); bcopy(this->p, this->p, 8); }
