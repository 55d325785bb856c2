#pragma D option
int y;
