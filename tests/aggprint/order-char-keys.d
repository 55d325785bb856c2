/* @opts: -q */
BEGIN
{
	@[(char)1] = sum(1);
	@[(char)-1] = sum(1);
	@[(char)0] = sum(1);
	exit(0);
}
