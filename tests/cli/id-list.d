/* @cmd: dtrace -E $trace -l -i 2 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
