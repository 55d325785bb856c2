/* @opts: -q */
/* One name in each scope is three variables. */
int x;
self int x;
this int x;

BEGIN
{
	x = 1;
	self->x = 2;
	this->x = 3;
	printf("%d %d %d\n", x, self->x, this->x);
	exit(0);
}
