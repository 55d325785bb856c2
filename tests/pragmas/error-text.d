/* @status: 1 */
/* @feed: replay */
#error not for this system

BEGIN
{
	trace(1);
	exit(0);
}
