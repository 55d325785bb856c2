/* @opts: -q */
BEGIN
{
	@ = llquantize(1, 10, 0, 2, 10);
	@ = llquantize(9, 10, 0, 2, 10);
	@ = llquantize(10, 10, 0, 2, 10);
	@ = llquantize(99, 10, 0, 2, 10);
	@ = llquantize(100, 10, 0, 2, 10);
	@ = llquantize(999, 10, 0, 2, 10);
	@ = llquantize(1000, 10, 0, 2, 10);
	exit(0);
}
