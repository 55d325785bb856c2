/* @at: 4 @x */
BEGIN
{
	trace(@x + 1);
}
