/* @opts: -q */
BEGIN
{
	@["k"] = sum(1000);
	normalize(@, 10);
	@["k"] = sum(500);
	@["m"] = sum(20);
	exit(0);
}
