/* @opts: -q */
/* @status: 1 */
BEGIN
{
	exit(257);
}
