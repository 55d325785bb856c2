/* @opts: -q -x aggzoom */
BEGIN
{
	@ = quantize(1, 5);
	@ = quantize(2, 5);
	@ = quantize(4, 5);
	@ = quantize(8, 5);
	exit(0);
}
