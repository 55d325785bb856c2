int f(self int);
