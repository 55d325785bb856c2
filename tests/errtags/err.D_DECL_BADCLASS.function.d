self int f(int);
