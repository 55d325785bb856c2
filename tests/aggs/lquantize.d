/* @opts: -q */
BEGIN
{
	@ = lquantize(5, 0, 100, 10);
	@ = lquantize(15, 0, 100, 10);
	@ = lquantize(15, 0, 100, 10);
	@ = lquantize(105, 0, 100, 10);
	@ = lquantize(-3, 0, 100, 10);
	exit(0);
}
