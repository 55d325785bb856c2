/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { trace(htonl(1) + (uint64_t)curthread); }
