/* @opts: -q */
BEGIN
{
	@ = stddev(-10);
	@ = stddev(10);
	exit(0);
}
