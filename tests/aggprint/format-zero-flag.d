/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("[%@08d] [%0@8d]\n", @);
	exit(0);
}
