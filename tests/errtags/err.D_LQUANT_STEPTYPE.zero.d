/* @at: 4 0 */
BEGIN
{
	@a = lquantize(1, 2, 9, 0);
}
