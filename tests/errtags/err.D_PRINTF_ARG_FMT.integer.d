/* @at: 4 1 */
BEGIN
{
	printf(1);
}
