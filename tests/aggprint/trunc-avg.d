/* @opts: -q */
BEGIN
{
	@["a"] = avg(100);
	@["a"] = avg(0);
	@["b"] = avg(60);
	trunc(@, 1);
	exit(0);
}
