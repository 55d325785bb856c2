/* @opts: -q */
BEGIN
{
	@ = quantize(-1);
	@ = quantize(-2);
	@ = quantize(-3);
	@ = quantize(-4);
	@ = quantize(-5);
	@ = quantize(-7);
	@ = quantize(-8);
	exit(0);
}
