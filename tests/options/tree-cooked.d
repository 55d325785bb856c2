/* @opts: -e -x tree=2 */
/* @feed: replay */
BEGIN
{
	trace(1 + 2);
	exit(0);
}
