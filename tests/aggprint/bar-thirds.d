/* @opts: -q */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(4, 1);
	@ = quantize(16, 1);
	exit(0);
}
