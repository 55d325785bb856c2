/* @opts: -q */
BEGIN
{
	@ = count();
	@ = count();
	printa("%@d %@u\n", @);
	exit(0);
}
