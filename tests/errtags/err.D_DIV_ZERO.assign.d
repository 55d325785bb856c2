/* @at: 5 x /= 0 */
BEGIN
{
	x = 1;
	x /= 0;
}
