/* @opts: -q */
BEGIN
{
	@ = quantize(1, 100);
	@ = quantize(4, 305);
	normalize(@, 10);
	exit(0);
}
