/* @cmd: dtrace -E $trace -qn 'BEGIN { exit(7); } END { exit(300); }' */
/* @status: 44 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
