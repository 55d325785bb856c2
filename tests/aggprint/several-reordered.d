/* @opts: -q */
BEGIN
{
	@a["x"] = sum(1);
	@a["y"] = sum(2);
	@b["y"] = sum(30);
	@b["z"] = sum(10);
	printa("%@d %s %@d\n", @b, @a);
	exit(0);
}
