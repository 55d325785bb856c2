/* @at: 4 09 */
BEGIN
{
	trace(09);
	trace(nowhere);
	trace(1 / 0);
}
