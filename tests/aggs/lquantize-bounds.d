/* @opts: -q */
BEGIN
{
	@ = lquantize(9, 10, 40, 10);
	@ = lquantize(10, 10, 40, 10);
	@ = lquantize(19, 10, 40, 10);
	@ = lquantize(20, 10, 40, 10);
	@ = lquantize(39, 10, 40, 10);
	@ = lquantize(40, 10, 40, 10);
	exit(0);
}
