/* @cmd: dtrace -E $trace -q -s $case */
/* @status: 1 */
BEGIN
{
	system("true");
	exit(0);
}
