/* @at: 4 1 */
BEGIN
{
	printa(1);
}
