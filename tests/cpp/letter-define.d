/* @cmd: dtrace -E $trace -C -D N=5 -DM -s $case */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", N, M);
	exit(0);
}
