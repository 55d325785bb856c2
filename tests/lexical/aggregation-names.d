/* @opts: -q */
BEGIN
{
	@ = sum(1);
	@_ = sum(2);
	@a1 = sum(10);
	@a1 = sum(5);
	exit(0);
}

END
{
	printa("%@d\n", @);
	printa("%@d\n", @_);
	printa("%@d\n", @a1);
}
