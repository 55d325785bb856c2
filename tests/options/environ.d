/* @cmd: DTRACE_OPT_QUIET= DTRACE_OPT_STRSIZE=24 dtrace -E $trace -s $case */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
