#pragma D depends_on provider nosuch
int y;
