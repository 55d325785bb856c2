/* @at: 4 9 */
BEGIN
{
	@a = lquantize(1, 9, 2);
}
