/* @cmd: DTRACE_OPT_BUFSIZE=1k dtrace -E $trace -q -b 8k -s $case */
#pragma D option strsize=2k

BEGIN
{
	printf("%.3s\n", strjoin("ran", probename));
	exit(0);
}
