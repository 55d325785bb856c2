/* @opts: -q */
BEGIN
{
	@ = llquantize(15, 10, 0, 1, 10);
	clear(@);
	exit(0);
}
