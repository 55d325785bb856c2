/* @opts: -q */
BEGIN
{
	@a["k"] = sum(5);
	printa("%s %@d %@d\n", @a, @a);
	exit(0);
}
