/* @at: 2 x */
this int x[int];
