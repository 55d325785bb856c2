/* @cmd: dtrace -E $trace -qn 'BEGIN { system("echo no"); exit(0); }' */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
