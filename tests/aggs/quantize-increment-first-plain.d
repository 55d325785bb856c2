/* @opts: -q */
BEGIN
{
	@ = quantize(8);
	@ = quantize(16, 3);
	exit(0);
}
