/* @at: 4 70000 */
BEGIN
{
	@a = llquantize(1, 10, 0, 70000, 10);
}
