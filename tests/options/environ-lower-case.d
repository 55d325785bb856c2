/* @cmd: DTRACE_OPT_quiet= DTRACE_OPT_strsize=24 dtrace -E $trace -s $case */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
