/* @cmd: dtrace -E $trace -C  -s $case */
#pragma D option quiet

BEGIN
{
	printf("%d %x\n", __SUNW_D, __SUNW_D_VERSION);
	exit(0);
}
