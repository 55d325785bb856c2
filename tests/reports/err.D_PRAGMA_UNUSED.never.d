/* @opts: -e */
#pragma D attributes Stable/Stable/ISA nothing
BEGIN { trace(pid); }
