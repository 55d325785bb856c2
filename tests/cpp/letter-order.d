/* @cmd: dtrace -E $trace -C -U N -D N=5 -s $case */
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
