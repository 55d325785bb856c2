/* @opts: -q */
BEGIN
{
	@[(char)-1] = sum(7);
	exit(0);
}
