/* @opts: -q */
BEGIN
{
	n = 3;
	@ = quantize(100, n * 2);
	@ = quantize(7, n);
	exit(0);
}
