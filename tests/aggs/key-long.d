/* @opts: -q */
BEGIN
{
	@[(long)-7] = sum(7);
	exit(0);
}
