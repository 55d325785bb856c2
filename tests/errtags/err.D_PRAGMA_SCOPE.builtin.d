#pragma D attributes Stable/Stable/ISA pid
int y;
