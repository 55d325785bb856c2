/* @at: 4 &1 */
BEGIN
{
	trace(&1);
}
