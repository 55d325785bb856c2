/* @at: 4 "a" */
BEGIN
{
	@a = quantize(1, "a");
}
