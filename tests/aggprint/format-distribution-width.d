/* @opts: -q */
BEGIN
{
	@["k"] = lquantize(4, 0, 10, 5);
	printa("%s:%@40x|\n", @);
	exit(0);
}
