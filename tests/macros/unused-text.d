/* @args: 'x y' */
/* @status: 1 */
/* @feed: replay */
BEGIN
{
	trace(1);
	exit(0);
}
