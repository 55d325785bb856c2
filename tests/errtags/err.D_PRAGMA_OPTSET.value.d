#pragma D option bufsize=frog
int y;
