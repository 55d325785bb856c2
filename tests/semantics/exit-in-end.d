/* @opts: -q */
/* @status: 9 */
BEGIN
{
	exit(3);
}

END
{
	exit(9);
}
