/* @opts: -q */
BEGIN
{
	@t["a"] = sum(3);
	@t["b"] = sum(1);
	@t["c"] = sum(2);
	trunc(@t, 2);
	exit(0);
}
