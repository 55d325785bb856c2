/* @cmd: dtrace -E $trace -qZ -n nosuch:::probe -s $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
