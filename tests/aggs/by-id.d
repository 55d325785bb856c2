/* @opts: -q */
BEGIN
{
	@b["b"] = sum(9);
	@a["a"] = sum(1);
	@b["a"] = sum(8);
	exit(0);
}
