/* @opts: -q */
/* An aggregation before the fault keeps what it was given, one behind it gets nothing. */
int zero;

BEGIN
{
	@a = sum(1);
	zero = zero / zero;
	@b = sum(2);
}

BEGIN
{
	exit(0);
}

END
{
	printa("a %@d\n", @a);
	printa("b %@d\n", @b);
}
