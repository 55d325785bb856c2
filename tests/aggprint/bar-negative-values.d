/* @opts: -q */
BEGIN
{
	@ = quantize(-8, 3);
	@ = quantize(-1, 1);
	@ = quantize(0, 1);
	@ = quantize(1, 1);
	exit(0);
}
