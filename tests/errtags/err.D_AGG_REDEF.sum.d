/* @at: 5 @a = sum(1) */
BEGIN
{
	@a = count();
	@a = sum(1);
}
