/* @opts: -q */
BEGIN
{
	n = 2;
	@["a"] = sum(5);
	@["b"] = sum(-3);
	@["c"] = sum(9);
	@["d"] = sum(0);
	@["e"] = sum(7);
	trunc(@, n);
	exit(0);
}
