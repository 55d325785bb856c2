/* @cmd: dtrace -E $trace -q -x strsize=8 -x strsize=16 -s $case */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
