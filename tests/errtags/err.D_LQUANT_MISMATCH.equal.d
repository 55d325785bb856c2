BEGIN
{
	@a = lquantize(1, 9, 9);
}
