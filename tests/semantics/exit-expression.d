/* @opts: -q */
/* @status: 12 */
BEGIN
{
	x = 10;
	exit(x + 2);
}
