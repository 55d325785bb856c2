/* @opts: -q */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(2, 2);
	@ = quantize(4, 4);
	exit(0);
}
