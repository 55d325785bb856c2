/* @cmd: dtrace -E $trace -C -x define=N=6 -x define=M=7 -x undef=M -s $case */
#ifdef M
#error M is still there
#endif
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
