/* @at: 4 "a" == 1 */
BEGIN
{
	trace("a" == 1);
}
