/* @cmd: for v in yes enable enabled true on set YES On 1 7; do dtrace -E $trace -x quiet=$v -s $case | grep -c CPU; done; true */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
