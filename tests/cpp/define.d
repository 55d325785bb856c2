/* @cmd: dtrace -E $trace -C  -s $case */
#define N 3
#define SAY(x) printf("%d\n", x)
#pragma D option quiet

BEGIN
{
	SAY(N + 1);
	exit(0);
}
