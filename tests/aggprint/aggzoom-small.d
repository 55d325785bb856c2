/* @opts: -q -x aggzoom */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(2, 100);
	@ = quantize(4, 10);
	exit(0);
}
