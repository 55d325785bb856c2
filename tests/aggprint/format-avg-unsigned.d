/* @opts: -q */
BEGIN
{
	@ = avg(-1);
	@ = avg(-2);
	printa("%@u\n", @);
	exit(0);
}
