/* @opts: -q */
BEGIN
{
	@[(char *)0x1000] = count();
	exit(0);
}
