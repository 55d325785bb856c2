/* @opts: -q */
/* @feed: replay */
BEGIN
{
	@[stack()] = count();
	@[stack()] = count();
	printa("<%k>%@d\n", @);
	exit(0);
}
