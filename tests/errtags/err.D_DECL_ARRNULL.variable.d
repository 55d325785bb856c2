/* @at: 2 x */
int x[];
