/* @at: 4 10 */
BEGIN
{
	@a = lquantize(1, 0, 9, 10);
}
