/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN { @[(uint64_t)curthread] = count(); }
