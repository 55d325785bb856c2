/* @opts: -q */
BEGIN
{
	@a = count();
	@b = sum(5);
	printa(@a, @b);
	exit(0);
}
