int x[static int];
