/* @at: 4 execname * 2 */
BEGIN
{
	trace(execname * 2);
}
