/* The constants are compared in the order of the arguments. */
BEGIN
{
	@a = lquantize(1, 0, 9, 3);
	@a = lquantize(1, 0, 6, 2);
}
