/* @opts: -q */
BEGIN
{
	@a["k"] = sum(50);
	@b["k"] = sum(50);
	normalize(@a, 10);
	printa("%s %@d %@d\n", @a, @b);
	exit(0);
}
