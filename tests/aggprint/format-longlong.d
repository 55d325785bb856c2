/* @opts: -q */
BEGIN
{
	@["k"] = sum(5);
	printa("%@lld %@llx\n", @);
	exit(0);
}
