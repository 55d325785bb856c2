/* @cmd: dtrace -E $trace -l -n no-such-probe */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
