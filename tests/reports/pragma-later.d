/* @cmd: dtrace -E $trace -ev -s $case */
int x;
#pragma D attributes Internal/Evolving/Group x
dtrace:::BEGIN { trace(x); }
