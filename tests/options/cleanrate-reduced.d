/* @opts: -q -x cleanrate=10us */
/* @feed: replay */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
