/* @opts: -e -x amin=Private/Private/ISA */
#pragma D attributes Stable/Stable/Group x
int x;
dtrace:::BEGIN { trace(x); }
