/* @cmd: for u in '' ns nsec us usec ms msec s sec m min h hour d day hz; do dtrace -E $trace -x switchrate=10$u -e -s $case && echo 10$u; done */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
