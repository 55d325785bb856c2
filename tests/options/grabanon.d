/* @opts: -x grabanon */
/* @status: 1 */
/* @feed: replay */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
