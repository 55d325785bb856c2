/* @opts: -q */
BEGIN
{
	@a["x", 1] = sum(5);
	@a["y", 2] = sum(-5);
	@b["z"] = count();
	printa(@a);
	printa("%s=%@d\n", @b);
	printa("[%-3s|%3d|%@5d]\n", @a);
	exit(0);
}
