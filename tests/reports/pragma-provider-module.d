/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Private/Private/ISA provider dtrace module
dtrace:::BEGIN { trace(1); }
