/* @opts: -q */
BEGIN
{
	@a["p"] = sum(1);
	@a["q"] = sum(1);
	@b["p"] = sum(5);
	@b["q"] = sum(4);
	printa("%s %@d %@d\n", @a, @b);
	exit(0);
}
