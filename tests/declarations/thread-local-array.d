/* @opts: -q */
self int a[3];

BEGIN
{
	self->a[2] = 9;
}

BEGIN
{
	printf("%d %d\n", self->a[2], self->a[0]);
	exit(0);
}
