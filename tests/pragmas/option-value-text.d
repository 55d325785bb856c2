/* @status: 1 */
/* @feed: replay */
#pragma D option bufsize=x

BEGIN
{
	trace(1);
	exit(0);
}
