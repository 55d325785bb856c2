/* @at: 4 3000000000 */
BEGIN
{
	@a = lquantize(1, 2, 3000000000);
}
