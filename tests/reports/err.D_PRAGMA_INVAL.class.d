/* @opts: -e */
#pragma D attributes Stable/Stable/Core x
int x;
BEGIN { trace(x); }
