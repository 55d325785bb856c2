/* @opts: -q */
BEGIN
{
	@ = lquantize(5, 0, 30, 10, 7);
	@ = lquantize(5, 0, 30, 10, -7);
	exit(0);
}
