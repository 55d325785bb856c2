/* @cmd: dtrace -E $trace -C -x version=1.5.2 -s $case */
#pragma D option quiet

BEGIN
{
	printf("%x\n", __SUNW_D_VERSION);
	exit(0);
}
