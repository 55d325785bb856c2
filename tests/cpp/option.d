/* @cmd: dtrace -E $trace -x cpp -s $case */
#define N 3
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
