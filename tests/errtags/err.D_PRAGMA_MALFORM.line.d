#line x
int y;
