/* @cmd: dtrace -E $trace -s $case */
/* @status: 1 */
#define N 1
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
