/* @opts: -q */
BEGIN
{
	@["a"] = sum(5);
	@["b"] = sum(-3);
	@["c"] = sum(9);
	@["d"] = sum(0);
	@["e"] = sum(7);
	trunc(@, 5);
	exit(0);
}
