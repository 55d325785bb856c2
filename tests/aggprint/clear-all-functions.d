/* @opts: -q */
BEGIN
{
	@c["k"] = count();
	@s["k"] = sum(4);
	@a["k"] = avg(5);
	@d["k"] = stddev(8);
	clear(@c);
	clear(@s);
	clear(@a);
	clear(@d);
	exit(0);
}
