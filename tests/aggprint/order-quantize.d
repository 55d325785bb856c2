/* @opts: -q */
BEGIN
{
	@["a"] = quantize(8);
	@["b"] = quantize(1);
	@["b"] = quantize(1);
	@["c"] = quantize(-4);
	exit(0);
}
