/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = lquantize(-5, 0, 30, 10, 1);
	@["a"] = lquantize(15, 0, 30, 10, 2);
	@["a"] = lquantize(25, 0, 30, 10, 4);
	@["a"] = lquantize(35, 0, 30, 10, 8);
	exit(0);
}
