#pragma D attributes Stable/Funny/ISA x
int x;
