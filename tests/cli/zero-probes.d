/* @cmd: dtrace -E $trace -n nosuch:::probe */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
