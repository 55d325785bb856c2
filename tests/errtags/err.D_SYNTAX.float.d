/* @at: 4 1.5 */
BEGIN
{
	trace(1.5);
}
