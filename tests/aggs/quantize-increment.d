/* @opts: -q */
BEGIN
{
	@ = quantize(1, 10);
	@ = quantize(2, 0);
	@ = quantize(4, 5);
	exit(0);
}
