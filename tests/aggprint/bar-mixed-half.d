/* @opts: -q */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(2, -39);
	exit(0);
}
