/* @cmd: dtrace -E $trace -ev -s $case */
dtrace:::BEGIN /curthread != NULL/ { trace(1); }
