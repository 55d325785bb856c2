/* @at: 5 normalize(@a) */
BEGIN
{
	@a = count();
	normalize(@a);
}
