/* @opts: -q */
int x;
self int y;
this int z;

BEGIN
/x == 0 && self->y == 0 && this->z == 0/
{
	printf("zero\n");
	exit(0);
}
