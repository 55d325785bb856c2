/* @opts: -q */
BEGIN
{
	@ = lquantize(5, 0, 30, 10, 7);
	@ = lquantize(15, 0, 30, 10, 1);
	exit(0);
}
