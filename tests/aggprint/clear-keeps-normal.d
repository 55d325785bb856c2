/* @opts: -q */
BEGIN
{
	@["k"] = sum(40);
	normalize(@, 10);
	printa("%@d\n", @);
	clear(@);
	printa("%@d\n", @);
	exit(0);
}
