typedef int x[int];
