/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { trace(htonl(1)); trace((uint64_t)curthread); }
