/* @at: 4 0 */
BEGIN
{
	tracemem(1, 0);
}
