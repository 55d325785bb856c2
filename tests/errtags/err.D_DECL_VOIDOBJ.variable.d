/* @at: 2 x */
void x;
