#pragma D binding "1.x" x
inline int x = 1;
