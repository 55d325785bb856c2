/* @at: 2 f */
inline int f[int x] = x ? f[x - 1] : 0;
