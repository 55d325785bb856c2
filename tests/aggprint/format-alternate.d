/* @opts: -q */
BEGIN
{
	@["k"] = sum(31);
	printa("%@#x\n", @);
	exit(0);
}
