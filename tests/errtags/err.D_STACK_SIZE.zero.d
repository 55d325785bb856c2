/* @at: 4 0 */
BEGIN
{
	stack(0);
}
