signed unsigned x;
