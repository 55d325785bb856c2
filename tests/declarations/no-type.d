/* self and this without a type declare an int. */
/* @opts: -q */
self x;
this y;

BEGIN
{
	self->x = 3;
	this->y = self->x;
	printf("%d %d\n", sizeof(self->x), sizeof(this->y));
	exit(0);
}
