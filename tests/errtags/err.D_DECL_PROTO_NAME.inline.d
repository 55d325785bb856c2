inline int x[int] = 1;
