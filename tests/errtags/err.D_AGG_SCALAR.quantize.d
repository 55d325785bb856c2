BEGIN
{
	@a = quantize("a");
}
