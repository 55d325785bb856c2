/* @cmd: dtrace -E $trace -lvn BEGIN */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
