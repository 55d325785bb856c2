/* @cmd: dtrace -E $trace -e -s cli/syntax.txt */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
