/* @feed: replay */
#pragma D option quiet
#pragma D option amin=Evolving/Evolving/Common
int x;
#pragma D attributes Stable/Stable/Common x

dtrace:::BEGIN
{
	x = 3;
	printf("%d\n", x);
	exit(0);
}
