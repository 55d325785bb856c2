/* @at: 4 sizeof (void) */
BEGIN
{
	trace(sizeof (void));
}
