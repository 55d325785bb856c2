/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("[%@d]\n", @);
	exit(0);
}
