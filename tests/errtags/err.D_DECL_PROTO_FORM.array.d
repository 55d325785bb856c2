int x[void];
