/* @opts: -q */
BEGIN
{
	@ = quantize(1, 123456789);
	@ = quantize(2, 1234567890);
	exit(0);
}
