/* @opts: -q */
BEGIN
{
	@ = lquantize(-21, -20, 20, 10);
	@ = lquantize(-20, -20, 20, 10);
	@ = lquantize(-11, -20, 20, 10);
	@ = lquantize(-1, -20, 20, 10);
	@ = lquantize(0, -20, 20, 10);
	@ = lquantize(19, -20, 20, 10);
	@ = lquantize(20, -20, 20, 10);
	exit(0);
}
