/* @cmd: dtrace -E $trace -C -D LOUD -s $case */
#ifndef LOUD
#pragma D option quiet
#endif

BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
