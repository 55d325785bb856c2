/* @opts: -q */
BEGIN
{
	@ = llquantize(1, 2, 0, 5, 2);
	@ = llquantize(2, 2, 0, 5, 2);
	@ = llquantize(3, 2, 0, 5, 2);
	@ = llquantize(4, 2, 0, 5, 2);
	@ = llquantize(31, 2, 0, 5, 2);
	@ = llquantize(32, 2, 0, 5, 2);
	@ = llquantize(63, 2, 0, 5, 2);
	@ = llquantize(64, 2, 0, 5, 2);
	exit(0);
}
