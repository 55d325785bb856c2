/* @at: 4 @a */
BEGIN
{
	normalize(@a, 1);
}
