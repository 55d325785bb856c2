/* @opts: -q */
BEGIN
{
	@a["k"] = count();
	@b["k"] = avg(7);
	@c["k"] = max(9);
	printa("%s %@d %@d %@d\n", @a, @b, @c);
	exit(0);
}
