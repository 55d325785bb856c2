/* @feed: replay */
#pragma D option quiet
#pragma D option strsize=16
#pragma D option strsize=32

BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
