/* @at: 4 08 */
BEGIN
{
	trace(08);
}
