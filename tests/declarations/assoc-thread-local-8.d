/* @opts: -q */
BEGIN
{
	self->a[1, 2, 3, 4, 5, 6, 7] = 7;
	printf("%d\n", self->a[1, 2, 3, 4, 5, 6, 7]);
	exit(0);
}
