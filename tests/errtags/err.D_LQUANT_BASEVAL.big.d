/* @at: 4 3000000000 */
BEGIN
{
	@a = lquantize(1, 3000000000, 5);
}
