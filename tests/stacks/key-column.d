/* @opts: -q */
/* @feed: replay */
BEGIN
{
	@[stack(), "s"] = count();
	exit(0);
}
