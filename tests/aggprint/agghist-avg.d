/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = avg(10);
	@["a"] = avg(20);
	@["b"] = avg(45);
	exit(0);
}
