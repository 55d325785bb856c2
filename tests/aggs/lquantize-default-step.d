/* @opts: -q */
BEGIN
{
	@ = lquantize(0, 0, 4);
	@ = lquantize(3, 0, 4);
	@ = lquantize(3, 0, 4);
	exit(0);
}
