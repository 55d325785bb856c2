/* @opts: -q */
BEGIN
{
	@ = quantize(1, 10);
	@ = quantize(1, -10);
	exit(0);
}
