/* @opts: -x bufpolicy=ring */
/* @feed: replay */
BEGIN
{
	trace(5);
	exit(0);
}
