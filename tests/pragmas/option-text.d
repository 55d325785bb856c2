/* @status: 1 */
/* @feed: replay */
#pragma D option define=X

BEGIN
{
	trace(1);
	exit(0);
}
