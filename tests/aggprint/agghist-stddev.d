/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = stddev(10);
	@["a"] = stddev(20);
	@["b"] = stddev(5);
	@["b"] = stddev(35);
	exit(0);
}
