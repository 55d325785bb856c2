/* @opts: -q -x aggsortrev */
BEGIN
{
	@["b"] = sum(2);
	@["a"] = sum(2);
	@["c"] = sum(1);
	@["d"] = sum(-1);
	exit(0);
}
