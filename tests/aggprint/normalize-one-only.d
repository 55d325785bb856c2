/* @opts: -q */
BEGIN
{
	@a["a"] = sum(100);
	@b["a"] = sum(100);
	normalize(@a, 10);
	exit(0);
}
