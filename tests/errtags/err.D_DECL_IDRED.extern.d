/* @at: 3 x */
extern int x;
extern char x;
