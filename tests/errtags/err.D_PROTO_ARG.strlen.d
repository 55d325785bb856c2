/* @at: 4 1 */
BEGIN
{
	trace(strlen(1));
}
