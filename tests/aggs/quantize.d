/* @opts: -q */
BEGIN
{
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(3);
	@ = quantize(4);
	exit(0);
}
