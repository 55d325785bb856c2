/* @opts: -q */
BEGIN
{
	@["a\tb"] = count();
	printa("%S %@d\n", @);
	exit(0);
}
