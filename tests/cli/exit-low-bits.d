/* @cmd: dtrace -E $trace -q -n 'BEGIN { exit(259); }' */
/* @status: 3 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
