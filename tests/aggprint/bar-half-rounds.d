/* @opts: -q */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(4, 79);
	exit(0);
}
