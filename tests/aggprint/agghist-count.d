/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = count();
	@["b"] = count();
	@["b"] = count();
	@["b"] = count();
	exit(0);
}
