/* @cmd: DTRACE_OPT_STRSIZE=24 dtrace -E $trace -q -s $case */
#pragma D option strsize=96

BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
