/* @opts: -q */
BEGIN
{
	@["a"] = sum(11);
	@["b"] = sum(19);
	@["c"] = sum(10);
	normalize(@, 10);
	exit(0);
}
