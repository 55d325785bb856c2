/* @opts: -q */
BEGIN
{
	@ = llquantize(0, 10, 0, 1, 20);
	@ = llquantize(1, 10, 0, 1, 20);
	@ = llquantize(2, 10, 0, 1, 20);
	@ = llquantize(3, 10, 0, 1, 20);
	@ = llquantize(11, 10, 0, 1, 20);
	@ = llquantize(16, 10, 0, 1, 20);
	exit(0);
}
