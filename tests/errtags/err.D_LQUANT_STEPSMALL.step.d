/* @at: 4 2 */
BEGIN
{
	@a = lquantize(1, 0, 200000, 2);
}
