/* @at: 4 *(void *)0 */
BEGIN
{
	trace(*(void *)0);
}
