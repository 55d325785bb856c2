/* @at: 4 @a */
BEGIN
{
	printa(@a);
}
