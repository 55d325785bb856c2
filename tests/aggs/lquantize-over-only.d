/* @opts: -q */
BEGIN
{
	@ = lquantize(100, 0, 100, 50);
	@ = lquantize(1000000, 0, 100, 50);
	exit(0);
}
