/* @at: 3 x */
inline int x = 1;
inline int x = 1;
