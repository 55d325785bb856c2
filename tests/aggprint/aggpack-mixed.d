/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = quantize(1, -1);
	@["a"] = quantize(2, 2);
	@["a"] = quantize(4, -7);
	exit(0);
}
