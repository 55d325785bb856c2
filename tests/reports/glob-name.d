/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEG?N { trace(1); }
