/* @opts: -q */
BEGIN
{
	@ = lquantize(4294967297, 0, 4, 1);
	@ = lquantize(-4294967295, 0, 4, 1);
	exit(0);
}
