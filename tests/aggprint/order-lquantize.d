/* @opts: -q */
BEGIN
{
	@["c"] = lquantize(99, 0, 30, 10);
	@["a"] = lquantize(10, 0, 30, 10);
	@["a"] = lquantize(20, 0, 30, 10);
	@["b"] = lquantize(-50, 0, 30, 10);
	exit(0);
}
