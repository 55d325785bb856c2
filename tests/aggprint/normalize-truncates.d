/* @opts: -q */
BEGIN
{
	@["a"] = sum(19);
	@["b"] = sum(-19);
	normalize(@, 10);
	exit(0);
}
