/* @cmd: dtrace -E $trace -C -D N=5 -U N -s $case */
#ifdef N
#error N is still there
#endif
#pragma D option quiet

BEGIN
{
	printf("ok\n");
	exit(0);
}
