BEGIN
{
	@a = lquantize(1, 0, 6, 3);
	@a = lquantize(1, 0, 6, 2);
}
