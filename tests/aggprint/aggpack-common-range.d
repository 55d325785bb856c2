/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = quantize(1, 1);
	@["a"] = quantize(2, 1);
	@["b"] = quantize(64, 10);
	@["b"] = quantize(128, 20);
	@["b"] = quantize(256, 170);
	exit(0);
}
