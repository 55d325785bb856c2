/* @opts: -q -x aggzoom */
BEGIN
{
	@ = quantize(1, 7);
	exit(0);
}
