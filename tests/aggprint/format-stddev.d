/* @opts: -q */
BEGIN
{
	@ = stddev(0);
	@ = stddev(10);
	printa("%@d\n", @);
	exit(0);
}
