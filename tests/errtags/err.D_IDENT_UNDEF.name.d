/* @at: 4 nowhere */
BEGIN
{
	trace(1 + nowhere);
}
