/* @opts: -q */
BEGIN
{
	@["a"] = quantize(0);
	@["b"] = quantize(0);
	@["b"] = quantize(0);
	@["A"] = quantize(0);
	@["A"] = quantize(0);
	@["A"] = quantize(0);
	exit(0);
}
