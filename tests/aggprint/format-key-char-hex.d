/* @opts: -q */
BEGIN
{
	@[(char)-1, (char)-1] = count();
	printa("%x %d %@d\n", @);
	exit(0);
}
