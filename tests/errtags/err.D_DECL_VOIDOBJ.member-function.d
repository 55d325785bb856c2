struct { int m(); } x;
