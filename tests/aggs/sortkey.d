/* @opts: -q -x aggsortkey */
BEGIN
{
	@["a"] = sum(3);
	@["b"] = sum(1);
	@["c"] = sum(2);
	exit(0);
}
