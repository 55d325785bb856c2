/* @opts: -q */
BEGIN
{
	@ = lquantize(0, 0, 7, 5);
	@ = lquantize(4, 0, 7, 5);
	@ = lquantize(5, 0, 7, 5);
	@ = lquantize(6, 0, 7, 5);
	exit(0);
}
