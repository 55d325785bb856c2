/* @at: 4 1 */
BEGIN
{
	normalize(1, 2);
}
