/* @feed: replay */
#pragma D option quiet /* no heading */

BEGIN
{
	printf("ok\n");
	exit(0);
}
