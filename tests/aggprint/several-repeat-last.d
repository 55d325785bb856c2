/* @opts: -q */
BEGIN
{
	@a["x"] = sum(1);
	@a["y"] = sum(2);
	@b["y"] = sum(30);
	@b["z"] = sum(10);
	printa("%s %@d %@d %@d\n", @a, @b);
	exit(0);
}
