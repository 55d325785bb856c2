/* @cmd: for v in no disable disabled false off unset NO Off 0 ''; do dtrace -E $trace -x quiet=$v -s $case 2>/dev/null | grep -c CPU; done */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
