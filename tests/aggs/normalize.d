/* @opts: -q */
BEGIN
{
	@n["a"] = sum(1000);
	@n["b"] = sum(-2999);
	normalize(@n, 10);
	exit(0);
}
