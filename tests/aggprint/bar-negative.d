/* @opts: -q */
BEGIN
{
	@ = quantize(1, -3);
	@ = quantize(4, -5);
	exit(0);
}
