/* @cmd: dtrace -p 2147483646 -s $case */
/* @status: 1 */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
