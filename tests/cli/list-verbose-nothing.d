/* @cmd: dtrace -E $trace -l -n nosuch:::x */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
