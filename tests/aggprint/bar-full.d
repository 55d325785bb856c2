/* @opts: -q */
BEGIN
{
	@ = quantize(7, 1000000);
	exit(0);
}
