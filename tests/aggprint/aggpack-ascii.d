/* @opts: -q -x aggpack -x encoding=ascii */
BEGIN
{
	@["a"] = quantize(1, 1);
	@["a"] = quantize(2, 2);
	@["a"] = quantize(4, 4);
	@["a"] = quantize(8, 7);
	exit(0);
}
