/* @cmd: dtrace -E $trace -q -i '1 /1 == 2/ { printf("no\n"); } BEGIN { printf("yes\n"); exit(0); }' -n 'BEGIN { exit(0); }' */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
