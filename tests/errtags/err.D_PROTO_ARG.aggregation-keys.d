/* @at: 5 "x" */
BEGIN
{
	@a[1] = count();
	@a["x"] = count();
}
