/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("%@u\n", @);
	exit(0);
}
