/* @feed: replay */
#pragma D option quiet
#pragma D attributes Stable/Stable/Common x
int x;

BEGIN
{
	x = 3;
	printf("%d\n", x);
	exit(0);
}
