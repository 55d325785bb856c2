/* @opts: -q */
BEGIN
{
	if (pid >= 0)
		@a = sum(3);
	else
		@b = sum(4);
	exit(0);
}

END
{
	printa("%@d\n", @a);
	printa("%@d\n", @b);
}
