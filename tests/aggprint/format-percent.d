/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("%s 100%% %@d\n", @);
	exit(0);
}
