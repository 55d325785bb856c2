/* @opts: -q */
BEGIN
{
	a = 5;
	@a = sum(a);
	self->a = 6;
	@a = sum(self->a);
	exit(0);
}
