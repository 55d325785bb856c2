/* @opts: -q */
BEGIN
{
	@ = llquantize(5, 10, 0, 1, 10, -4);
	@ = llquantize(50, 10, 0, 1, 10, -1);
	exit(0);
}
