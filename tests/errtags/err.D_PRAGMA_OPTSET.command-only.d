#pragma D option define=X
int y;
