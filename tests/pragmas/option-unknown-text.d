/* @status: 1 */
/* @feed: replay */
#pragma D option nosuch=1

BEGIN
{
	trace(1);
	exit(0);
}
