/* @at: 4 @a */
BEGIN
{
	@a;
}
