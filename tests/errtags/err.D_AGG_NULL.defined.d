/* @at: 5 @a */
BEGIN
{
	@a = count();
	@a;
}
