/* @opts: -q */
BEGIN
{
	@ = quantize(1, 3);
	@ = quantize(4, -5);
	@ = quantize(16, 2);
	exit(0);
}
