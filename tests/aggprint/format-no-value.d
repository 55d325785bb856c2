/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("%s/%d\n", @);
	exit(0);
}
