/* @opts: -q */
BEGIN
{
	@ = avg(-1);
	@ = avg(-2);
	printa("%@d\n", @);
	exit(0);
}
