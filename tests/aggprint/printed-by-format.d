/* @opts: -q */
BEGIN
{
	@a = sum(1);
	@b = sum(2);
	printa("a %@d\n", @a);
	exit(0);
}
