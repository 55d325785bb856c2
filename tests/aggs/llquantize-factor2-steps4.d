/* @opts: -q */
BEGIN
{
	@ = llquantize(1, 2, 0, 4, 4);
	@ = llquantize(2, 2, 0, 4, 4);
	@ = llquantize(3, 2, 0, 4, 4);
	@ = llquantize(4, 2, 0, 4, 4);
	@ = llquantize(5, 2, 0, 4, 4);
	@ = llquantize(6, 2, 0, 4, 4);
	@ = llquantize(12, 2, 0, 4, 4);
	@ = llquantize(14, 2, 0, 4, 4);
	@ = llquantize(31, 2, 0, 4, 4);
	exit(0);
}
