/* @opts: -q */
/* @status: 4 */
/* Of several exit() the last one gives the status, one in END too. */
BEGIN
{
	exit(3);
}

END
{
	exit(4);
}
