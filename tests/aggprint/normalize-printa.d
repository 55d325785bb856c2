/* @opts: -q */
BEGIN
{
	@["a"] = sum(100);
	normalize(@, 10);
	printa("%@d\n", @);
	denormalize(@);
	printa("%@d\n", @);
	exit(0);
}
