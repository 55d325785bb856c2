/* @cmd: dtrace -E $trace -q -i '1 { printf("%s\n", probename); exit(0); }' */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
