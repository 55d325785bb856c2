/* @opts: -q */
BEGIN
{
	@[1, "k"] = quantize(1);
	exit(0);
}
