/* @opts: -q */
BEGIN
{
	@ = llquantize(123456789, 10, 0, 1, 10);
	exit(0);
}
