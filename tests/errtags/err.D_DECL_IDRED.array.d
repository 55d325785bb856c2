/* @at: 3 x */
int x;
int x[int];
