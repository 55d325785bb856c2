/* @opts: -q */
BEGIN
{
	@ = sum(1234567);
	printa("%@'d\n", @);
	exit(0);
}
