/* @opts: -q */
BEGIN
{
	@a["k"] = count();
	@b["m"] = quantize(4);
	printa("%s %@d%@d", @a, @b);
	exit(0);
}
