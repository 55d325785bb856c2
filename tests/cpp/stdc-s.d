/* @cmd: dtrace -E $trace -C -X s -s $case */
#ifdef __STDC__
#error __STDC__ is defined
#endif
#pragma D option quiet

BEGIN
{
	printf("ok\n");
	exit(0);
}
