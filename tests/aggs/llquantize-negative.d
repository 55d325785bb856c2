/* @opts: -q */
BEGIN
{
	@ = llquantize(-5, 10, 0, 1, 10);
	@ = llquantize(0, 10, 0, 1, 10);
	@ = llquantize(3, 10, 0, 1, 10);
	exit(0);
}
