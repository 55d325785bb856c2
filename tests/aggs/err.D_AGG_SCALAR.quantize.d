BEGIN
{
	@ = quantize("text");
}
