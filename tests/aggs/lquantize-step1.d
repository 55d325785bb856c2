/* @opts: -q */
BEGIN
{
	@ = lquantize(0, 0, 5, 1);
	@ = lquantize(1, 0, 5, 1);
	@ = lquantize(1, 0, 5, 1);
	@ = lquantize(2, 0, 5, 1);
	@ = lquantize(4, 0, 5, 1);
	exit(0);
}
