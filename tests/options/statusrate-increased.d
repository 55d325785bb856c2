/* @opts: -q -x statusrate=1min */
/* @feed: replay */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
