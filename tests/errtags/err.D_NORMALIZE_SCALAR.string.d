/* @at: 5 "x" */
BEGIN
{
	@a = count();
	normalize(@a, "x");
}
