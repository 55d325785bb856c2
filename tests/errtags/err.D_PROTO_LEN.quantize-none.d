/* @at: 4 quantize() */
BEGIN
{
	@a = quantize();
}
