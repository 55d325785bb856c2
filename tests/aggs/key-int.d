/* @opts: -q */
BEGIN
{
	@[-7] = sum(7);
	exit(0);
}
