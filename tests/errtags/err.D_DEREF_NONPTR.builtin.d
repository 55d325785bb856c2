/* @at: 4 *pid */
BEGIN
{
	trace(*pid);
}
