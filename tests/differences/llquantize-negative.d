/* @opts: -q */
BEGIN
{
	@ = llquantize(-1000, 10, 0, 1, 10);
	exit(0);
}
