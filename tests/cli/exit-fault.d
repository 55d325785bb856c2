/* @cmd: dtrace -E $trace -q -n 'BEGIN { trace(*(int *)0); } BEGIN { exit(0); }' */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
