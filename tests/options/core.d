/* @cmd: (ulimit -c 0; dtrace -E $trace -q -x core -s $case 2>/dev/null; echo $?) 2>/dev/null */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
