/* @at: 2 f[x - 1] */
inline int f[int x] = x ? f[x - 1] : 0;
