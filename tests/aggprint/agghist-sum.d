/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = sum(10);
	@["b"] = sum(25);
	@["c"] = sum(5);
	exit(0);
}
