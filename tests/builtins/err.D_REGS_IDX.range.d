/* @at: 4 99 */
BEGIN
{
	trace(uregs[99]);
}
