/* @cmd: dtrace -E $trace -C  -s $case */
/* @status: 1 */
#define N 1

BEGIN
{
	trace(nosuch);
}
