/* @at: 4 ) */
BEGIN
{
	trace(1 + );
}
