/* @at: 4 2 */
BEGIN
{
	printf("%d", 1, 2);
}
