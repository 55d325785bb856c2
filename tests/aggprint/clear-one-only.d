/* @opts: -q */
BEGIN
{
	@a["k"] = sum(4);
	@b["k"] = sum(5);
	clear(@a);
	exit(0);
}
