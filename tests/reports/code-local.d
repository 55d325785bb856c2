/* @cmd: dtrace -E $trace -eS -s $case */
BEGIN { this->abc = "s"; trace(this->abc); }
