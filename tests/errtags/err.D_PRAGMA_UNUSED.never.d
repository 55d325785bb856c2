#pragma D attributes Stable/Stable/ISA x
int y;
