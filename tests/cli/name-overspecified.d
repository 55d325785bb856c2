/* @cmd: dtrace -E $trace -n 'a:b:c:d:e' */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
