/* @opts: -q */
BEGIN
{
	n = 5;
	@["a"] = sum(100);
	normalize(@, n * 2);
	exit(0);
}
