/* @opts: -e */
#pragma D attributes Stable/Stable/ISA pid
BEGIN { trace(pid); }
