int x[0];
