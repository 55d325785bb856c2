/* @cmd: t=$(mktemp); dtrace -E $trace -e -x ctypes=$t -s $case; grep -e '^unsigned char;' -e '^typedef unsigned char uint8_t;' $t; rm $t */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
