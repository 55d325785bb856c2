/* @at: 4 1 */
BEGIN
{
	trunc(1);
}
