/* @at: 4 70000 */
BEGIN
{
	@a = llquantize(1, 70000, 0, 1, 1);
}
