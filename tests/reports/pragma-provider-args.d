/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Private/Private/ISA provider dtrace args
dtrace:::BEGIN { trace(1); }
