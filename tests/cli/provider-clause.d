/* @cmd: dtrace -E $trace -q -P 'dtrace { printf("%s\n", probename); exit(0); }' */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
