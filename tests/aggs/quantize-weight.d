/* @opts: -q */
BEGIN
{
	@ = quantize(8, 3);
	@ = quantize(16, 1);
	exit(0);
}
