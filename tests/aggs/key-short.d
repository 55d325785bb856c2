/* @opts: -q */
BEGIN
{
	@[(short)-300] = sum(7);
	exit(0);
}
