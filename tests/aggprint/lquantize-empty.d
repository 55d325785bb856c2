/* @opts: -q */
BEGIN
{
	@ = lquantize(15, 0, 100, 10);
	clear(@);
	exit(0);
}
