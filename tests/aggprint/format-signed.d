/* @opts: -q */
BEGIN
{
	@["key", 7] = sum(-42);
	printa("%@i\n", @);
	exit(0);
}
