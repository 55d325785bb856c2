/* @cmd: dtrace -x switchrate=0hz -s $case */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
