/* @opts: -q -x aggpack */
BEGIN
{
	@[7, (char)1] = quantize(1, 3);
	exit(0);
}
