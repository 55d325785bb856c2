/* @cmd: dtrace -E $trace -l -P dtrace */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
