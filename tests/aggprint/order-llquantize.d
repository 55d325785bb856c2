/* @opts: -q */
BEGIN
{
	@["c"] = llquantize(99, 10, 0, 1, 10);
	@["a"] = llquantize(1, 10, 0, 1, 10);
	@["b"] = llquantize(-50, 10, 0, 1, 10);
	exit(0);
}
