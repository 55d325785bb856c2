/* @cmd: dtrace -E $trace -C  -s $case */
/* @status: 1 */
#error no
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
