/* @opts: -x cpu=60000 */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
