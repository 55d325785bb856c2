/* @opts: -q */
BEGIN
{
	@ = lquantize(1, 0, 4, 1, 100);
	@ = lquantize(2, 0, 4, 1, 59);
	normalize(@, 30);
	exit(0);
}
