/* @opts: -q */
BEGIN
{
	@ = llquantize(7, 8, 0, 2, 8);
	@ = llquantize(8, 8, 0, 2, 8);
	@ = llquantize(15, 8, 0, 2, 8);
	@ = llquantize(16, 8, 0, 2, 8);
	@ = llquantize(63, 8, 0, 2, 8);
	@ = llquantize(64, 8, 0, 2, 8);
	@ = llquantize(127, 8, 0, 2, 8);
	@ = llquantize(511, 8, 0, 2, 8);
	exit(0);
}
