/* @opts: -e */
#pragma D attributes Stable/Stable/ISA provider dtrace arguments
BEGIN { trace(1); }
