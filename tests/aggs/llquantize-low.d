/* @opts: -q */
BEGIN
{
	@ = llquantize(99, 10, 2, 3, 10);
	@ = llquantize(100, 10, 2, 3, 10);
	@ = llquantize(199, 10, 2, 3, 10);
	@ = llquantize(200, 10, 2, 3, 10);
	@ = llquantize(1000, 10, 2, 3, 10);
	@ = llquantize(10000, 10, 2, 3, 10);
	exit(0);
}
