/* @cmd: dtrace -E $trace -n no-such-probe */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
