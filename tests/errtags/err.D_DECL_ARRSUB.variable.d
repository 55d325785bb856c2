int x[y];
