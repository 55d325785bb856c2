/* @opts: -q */
BEGIN
{
	@ = lquantize(9, 0, sizeof (int) * 4, sizeof (int));
	exit(0);
}
