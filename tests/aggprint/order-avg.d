/* @opts: -q */
BEGIN
{
	@["a"] = avg(10);
	@["a"] = avg(0);
	@["b"] = avg(6);
	@["c"] = avg(4);
	exit(0);
}
