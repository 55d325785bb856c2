/* @opts: -q */
BEGIN
{
	@a["k"] = sum(1);
	@b["k"] = sum(2);
	@a["k"] = sum(4);
	exit(0);
}
