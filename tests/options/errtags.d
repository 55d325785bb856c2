/* @opts: -x errtags */
/* @status: 1 */
/* @feed: replay */
BEGIN
{
	trace(nosuch);
	exit(0);
}
