/* @opts: -q */
BEGIN
{
	@ = stddev(0);
	@ = stddev(0);
	@ = stddev(0);
	@ = stddev(100);
	exit(0);
}
