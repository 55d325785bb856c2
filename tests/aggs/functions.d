/* @opts: -q */
BEGIN
{
	@c = count();
	@s = sum(10);
	@s = sum(-25);
	@a = avg(10);
	@a = avg(21);
	@n = min(3);
	@n = min(-3);
	@x = max(3);
	@x = max(-3);
	@d = stddev(2);
	@d = stddev(4);
	@d = stddev(4);
	@d = stddev(4);
	@d = stddev(5);
	@d = stddev(5);
	@d = stddev(7);
	@d = stddev(9);
	exit(0);
}
