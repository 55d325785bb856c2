/* @cmd: DTRACE_OPT_STRSIZE=24 dtrace -E $trace -q -x strsize=48 -s $case */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
