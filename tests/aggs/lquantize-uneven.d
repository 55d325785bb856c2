/* @opts: -q */
BEGIN
{
	@ = lquantize(19, 0, 25, 10);
	@ = lquantize(20, 0, 25, 10);
	@ = lquantize(24, 0, 25, 10);
	@ = lquantize(25, 0, 25, 10);
	exit(0);
}
