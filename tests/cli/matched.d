/* @cmd: dtrace -E $trace -n 'BEGIN { exit(0); }' -n 'dtrace:::BEGIN,END /1/ { }' | sed 's/^  [0-9] /  0 /' */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
