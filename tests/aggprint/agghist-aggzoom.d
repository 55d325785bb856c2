/* @opts: -q -x agghist -x aggzoom */
BEGIN
{
	@["a"] = sum(10);
	@["b"] = sum(30);
	exit(0);
}
