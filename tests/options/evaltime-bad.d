/* @cmd: dtrace -x evaltime=lunch -s $case */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
