/* @cmd: dtrace -E $trace -Z -n 'nosuch:::probe { trace(1); }' -s $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
