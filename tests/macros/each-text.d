/* @cmd: dtrace -E $trace -qn 'BEGIN { printf("%d\n", $1); }' -n 'BEGIN { printf("%d\n", $1 * 2); exit(0); }' 21 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
