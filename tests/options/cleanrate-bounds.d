/* @opts: -q -x cleanrate=5000hz */
/* @feed: replay */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
