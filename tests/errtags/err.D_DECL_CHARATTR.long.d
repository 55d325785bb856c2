char long x;
