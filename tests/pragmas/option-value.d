/* @feed: replay */
#pragma D option quiet
#pragma D option strsize=16

BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
