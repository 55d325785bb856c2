/* @opts: -q */
BEGIN
{
	@[(char)65] = sum(7);
	exit(0);
}
