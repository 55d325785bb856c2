/* @opts: -q */
BEGIN
{
	@["k"] = quantize(4);
	printa("%s:%@d|\n", @);
	exit(0);
}
