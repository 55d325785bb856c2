/* @opts: -q */
BEGIN
{
	@ = stddev(0);
	@ = stddev(100);
	normalize(@, 10);
	exit(0);
}
