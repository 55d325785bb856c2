/* @cmd: dtrace -E $trace -C  -s $case */
#define TWO(a, b) \
	printf("%d %d\n", a, b)
#pragma D option quiet

BEGIN
{
	TWO(1, 2);
	exit(0);
}
