/* @opts: -q */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(4, 80);
	exit(0);
}
