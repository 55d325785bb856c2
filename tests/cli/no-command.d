/* @cmd: dtrace -c 'no-such-command -x' -s $case */
/* @status: 1 */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
