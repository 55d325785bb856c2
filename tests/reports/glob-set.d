/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::[B]EGIN { trace(1); }
