/* @opts: -q */
BEGIN
{
	@[(unsigned short)65535] = sum(7);
	exit(0);
}
