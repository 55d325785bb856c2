/* @opts: -q */
BEGIN
{
	@ = lquantize(-1, 0, 100, 50);
	exit(0);
}
