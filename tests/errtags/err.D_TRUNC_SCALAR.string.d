/* @at: 5 "x" */
BEGIN
{
	@a = count();
	trunc(@a, "x");
}
