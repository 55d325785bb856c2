/* @opts: -q */
BEGIN
{
	@ = llquantize(0, 10, 3, 4, 10);
	exit(0);
}
