/* @opts: -q */
BEGIN
{
	@ = stddev(12345);
	exit(0);
}
