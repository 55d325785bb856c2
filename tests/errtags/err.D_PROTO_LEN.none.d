/* @at: 4 strlen() */
BEGIN
{
	trace(strlen());
}
