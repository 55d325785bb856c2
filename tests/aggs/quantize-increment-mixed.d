/* @opts: -q */
BEGIN
{
	@ = quantize(1, 10);
	@ = quantize(4, -30);
	exit(0);
}
