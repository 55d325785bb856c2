long void *x;
