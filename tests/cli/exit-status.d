/* @cmd: dtrace -E $trace -qn 'BEGIN { exit(7); }' */
/* @status: 7 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
