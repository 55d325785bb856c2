inline int x[int a, ...] = 1;
