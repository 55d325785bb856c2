/* @opts: -q */
BEGIN
{
	@ = llquantize(10, 10, 1, 2, 20);
	@ = llquantize(14, 10, 1, 2, 20);
	@ = llquantize(15, 10, 1, 2, 20);
	@ = llquantize(97, 10, 1, 2, 20);
	@ = llquantize(100, 10, 1, 2, 20);
	@ = llquantize(149, 10, 1, 2, 20);
	@ = llquantize(150, 10, 1, 2, 20);
	exit(0);
}
