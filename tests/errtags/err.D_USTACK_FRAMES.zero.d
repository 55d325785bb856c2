/* @at: 4 0 */
BEGIN
{
	ustack(0);
}
