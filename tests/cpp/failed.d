/* @cmd: dtrace -E $trace -C  -s $case */
/* @status: 1 */
#error no
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
