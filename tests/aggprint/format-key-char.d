/* @opts: -q */
BEGIN
{
	@[(char)'A', 65] = count();
	printa("%c %d %@d\n", @);
	exit(0);
}
