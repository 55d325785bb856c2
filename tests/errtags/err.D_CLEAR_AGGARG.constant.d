/* @at: 4 1 */
BEGIN
{
	clear(1);
}
