inline int f[void] = 1;
