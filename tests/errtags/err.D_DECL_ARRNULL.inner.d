int x[2][];
