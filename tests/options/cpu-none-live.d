/* @cmd: dtrace -q -x cpu=65535 -s $case; dtrace -q -x cpu=4294967296 -s $case */
/* @status: 1 */
BEGIN
{
	exit(0);
}
