/* @opts: -q */
BEGIN
{
	@c = count();
	@s = sum(4);
	@a = avg(5);
	@n = min(6);
	@x = max(7);
	@d = stddev(8);
	exit(0);
}
