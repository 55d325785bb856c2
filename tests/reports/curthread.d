/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { trace((uint64_t)curthread); }
