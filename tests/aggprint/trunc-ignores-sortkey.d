/* @opts: -q -x aggsortkey */
BEGIN
{
	@["a"] = sum(5);
	@["b"] = sum(-3);
	@["c"] = sum(9);
	@["d"] = sum(0);
	@["e"] = sum(7);
	trunc(@, 2);
	exit(0);
}
