/* @cmd: dtrace -B -o /dev/null -s $case */
/* @status: 2 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
