BEGIN
{
	@a = lquantize(1, 2, 9, 70000);
}
