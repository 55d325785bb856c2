/* @at: 2 x */
inline string f[int x] = x;
