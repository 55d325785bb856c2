/* @cmd: dtrace -E $trace -ev -s $case */
#pragma D attributes Obsolete/External/CPU x
int x;
dtrace:::BEGIN { trace(x); }
