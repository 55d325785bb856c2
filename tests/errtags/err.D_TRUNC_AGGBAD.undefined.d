/* @at: 4 @a */
BEGIN
{
	trunc(@a);
}
