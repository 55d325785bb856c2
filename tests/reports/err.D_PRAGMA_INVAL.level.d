/* @opts: -e */
#pragma D attributes Stable/Steady/Common x
int x;
BEGIN { trace(x); }
