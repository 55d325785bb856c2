/* @opts: -q */
BEGIN
{
	a = 1;
	a = 0x100000003;
	self->b = 1;
	self->b = 0x200000004;
	printf("%d %d\n", a, self->b);
	exit(0);
}
