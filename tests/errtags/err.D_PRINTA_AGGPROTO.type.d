/* @at: 6 @b */
BEGIN
{
	@a["x"] = count();
	@b[1] = count();
	printa(@a, @b);
}
