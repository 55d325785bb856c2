/* @opts: -q -x aggzoom */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(4, -3);
	exit(0);
}
