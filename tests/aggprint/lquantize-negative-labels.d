/* @opts: -q */
BEGIN
{
	@ = lquantize(-5, -10, 0, 5);
	exit(0);
}
