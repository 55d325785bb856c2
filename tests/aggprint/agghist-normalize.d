/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = sum(10);
	@["b"] = sum(30);
	normalize(@, 10);
	exit(0);
}
