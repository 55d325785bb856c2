/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = llquantize(5, 10, 0, 1, 10);
	exit(0);
}
