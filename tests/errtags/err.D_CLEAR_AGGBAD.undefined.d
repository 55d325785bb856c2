/* @at: 4 @a */
BEGIN
{
	clear(@a);
}
