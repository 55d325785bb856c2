/* @opts: -q */
BEGIN
{
	@ = sum(3 * 4 > 10 ? 1 << 20 : 0);
	exit(0);
}
