/* @opts: -q */
BEGIN
{
	@a["k"] = sum(1);
	printa(@a);
	printa(@a);
	exit(0);
}
