/* @at: 5 1 */
BEGIN
{
	@a = count();
	printa("%@d", @a, 1);
}
