/* @args: 1 */
BEGIN
{
	trace($99999999999);
	exit(0);
}
