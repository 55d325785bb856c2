/* @at: 3 x */
int x;
char x;
