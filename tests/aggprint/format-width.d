/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("[%6s] [%-4d] [%@8d] [%-@8d] [%@-8d]\n", @);
	exit(0);
}
