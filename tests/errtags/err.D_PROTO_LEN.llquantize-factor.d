BEGIN
{
	@a = llquantize(1);
}
