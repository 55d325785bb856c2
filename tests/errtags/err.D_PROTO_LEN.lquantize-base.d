BEGIN
{
	@a = lquantize(1);
}
