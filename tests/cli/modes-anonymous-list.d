/* @cmd: dtrace -A -l */
/* @status: 2 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
