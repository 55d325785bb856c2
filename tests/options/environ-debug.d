/* @cmd: DTRACE_DEBUG=1 dtrace -E $trace -q -s $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
