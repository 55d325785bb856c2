/* @opts: -q */
BEGIN
{
	@ = quantize(1);
	@ = quantize(3);
	@ = quantize(7);
	@ = quantize(15);
	@ = quantize(31);
	@ = quantize(63);
	@ = quantize(127);
	@ = quantize(255);
	exit(0);
}
