/* @at: 4 @a */
BEGIN
{
	denormalize(@a);
}
