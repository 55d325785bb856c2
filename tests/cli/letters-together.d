/* @cmd: dtrace -E $trace -qws $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
