/* @cmd: dtrace -64 -E $trace -q -s $case */
BEGIN
{
	printf("%d\n", sizeof (long));
	exit(0);
}
