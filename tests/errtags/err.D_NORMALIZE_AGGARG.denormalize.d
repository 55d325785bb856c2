/* @at: 4 1 */
BEGIN
{
	denormalize(1);
}
