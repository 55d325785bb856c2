/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Private/Unstable/CPU provider dtrace name
dtrace:::BEGIN { trace(1); }
