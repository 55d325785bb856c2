/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("%@x %@X %@o\n", @);
	exit(0);
}
