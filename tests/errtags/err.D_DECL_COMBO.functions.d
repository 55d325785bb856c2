int f[3](int);
