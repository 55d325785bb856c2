/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = quantize(-1000);
	@["a"] = quantize(3);
	exit(0);
}
