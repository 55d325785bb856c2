/* @opts: -q */
BEGIN
{
	@a["k"] = sum(4);
	@b["k"] = sum(5);
	trunc(@a);
	exit(0);
}
