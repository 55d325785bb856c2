/* @cmd: dtrace -E $trace -C -X a -s $case */
#pragma D option quiet

BEGIN
{
	printf("%d\n", __STDC__);
	exit(0);
}
