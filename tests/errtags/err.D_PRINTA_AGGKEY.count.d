/* @at: 6 @b */
BEGIN
{
	@a = count();
	@b[1] = count();
	printa(@a, @b);
}
