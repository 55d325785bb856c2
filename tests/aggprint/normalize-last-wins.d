/* @opts: -q */
BEGIN
{
	@["k"] = sum(1000);
	normalize(@, 10);
	normalize(@, 4);
	exit(0);
}
