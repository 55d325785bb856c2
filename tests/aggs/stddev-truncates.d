/* @opts: -q */
BEGIN
{
	@ = stddev(1);
	@ = stddev(2);
	@ = stddev(3);
	@ = stddev(4);
	exit(0);
}
