/* @cmd: dtrace -E $trace -e -s $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
