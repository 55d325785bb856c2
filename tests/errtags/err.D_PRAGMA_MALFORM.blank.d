#pragma D option quiet aggsize=1m
int y;
