/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Standard/Standard/Common x
int x;
dtrace:::BEGIN { trace(x); }
