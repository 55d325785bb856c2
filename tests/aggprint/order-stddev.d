/* @opts: -q */
BEGIN
{
	@["a"] = stddev(0);
	@["a"] = stddev(100);
	@["b"] = stddev(7);
	@["c"] = stddev(0);
	@["c"] = stddev(10);
	exit(0);
}
