/* @cmd: dtrace -36 -E $trace -q -s $case */
/* @status: 2 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
