/* @cmd: dtrace -E $trace -C -D N=1 -n 'BEGIN { trace(N); }' */
/* @status: 1 */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
