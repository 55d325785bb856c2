/* @opts: -q -x bufpolicy=fill */
/* @feed: replay */
BEGIN
{
	@["a"] = count();
	printa("%s %@d\n", @);
	exit(0);
}
