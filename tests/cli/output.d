/* @cmd: t=$(mktemp); for i in 1 2; do dtrace -E $trace -q -o $t -s $case; done; cat $t; rm $t */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
